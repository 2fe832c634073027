"""Settings come from the environment, and a wrong one is named."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from ops.settings import InvalidSettingError, Settings


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RAZAO_HOME", "RAZAO_DATABASE_URL", "RAZAO_PRODUCTION"):
        monkeypatch.delenv(name, raising=False)


def test_without_any_variable_there_is_an_embedded_server_at_home() -> None:
    """A newcomer sets nothing."""
    settings = Settings()
    assert settings.home == Path.home() / ".razao"
    assert settings.database_url is None
    assert not settings.production


def test_each_setting_has_its_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The prefix is RAZAO_, and a relative home is the one seen from where the process started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAZAO_HOME", "house")
    monkeypatch.setenv("RAZAO_DATABASE_URL", "postgresql://me@there/books")
    monkeypatch.setenv("RAZAO_PRODUCTION", "true")
    settings = Settings()
    assert settings.home == tmp_path / "house"
    assert settings.database_url == "postgresql://me@there/books"
    assert settings.production


def test_an_empty_variable_is_one_that_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service file often passes variables on that nobody filled in."""
    monkeypatch.setenv("RAZAO_DATABASE_URL", "")
    assert Settings().database_url is None


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("RAZAO_PRODUCTION", "maybe", "RAZAO_PRODUCTION: expected true or false; got 'maybe'"),
        ("RAZAO_HOME", __file__, f"RAZAO_HOME: expected a folder, .* got '{__file__}'"),
        ("RAZAO_DATABASE_URL", "secret", "RAZAO_DATABASE_URL: expected a libpq URL, .* got some"),
    ],
)
def test_a_variable_that_is_not_understood_is_named(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, message: str
) -> None:
    """The error says what was expected and what was there, unless that may hold a password."""
    monkeypatch.setenv(variable, value)
    with pytest.raises(InvalidSettingError, match=message) as caught:
        Settings()
    assert "secret" not in str(caught.value)


def test_settings_stay_as_they_were_read() -> None:
    """One object is handed on to everybody."""
    with pytest.raises(ValidationError, match="frozen"):
        Settings().production = True  # pyright: ignore[reportAttributeAccessIssue]


def test_a_password_does_not_show_when_settings_are_printed() -> None:
    """They end up in logs."""
    assert "secret" not in repr(Settings(database_url="postgresql://me:secret@there/books"))
