"""The curve of Ed25519 in plain arithmetic: makes the signatures on which libraries differ.

Slow, and nothing here is secret. A signature is made from its scalars, so that key and R may have
any part of small order besides.
"""

from hashlib import sha512

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]
NOTHING: Point = (0, 1)


def x_of(y: int, sign: int) -> int | None:
    """Return the x of the points with this y, the even or the odd one; None if there is none."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P:
        return None
    return x if x % 2 == sign else (P - x) % P


def add(a: Point, b: Point) -> Point:
    (x1, y1), (x2, y2) = a, b
    k = D * x1 * x2 * y1 * y2 % P
    return (
        (x1 * y2 + x2 * y1) * pow(1 + k, -1, P) % P,
        (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P,
    )


def times(number: int, point: Point) -> Point:
    total = NOTHING
    while number:
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


def spell(point: Point) -> bytes:
    """Return the 32 bytes of a point."""
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def read(data: bytes) -> Point | None:
    """Return the point that bytes spell, in the one way or in another."""
    number = int.from_bytes(data, "little")
    y = number & (1 << 255) - 1
    x = x_of(y % P, number >> 255)
    return None if x is None else (x, y % P)


def _base() -> Point:
    y = 4 * pow(5, -1, P) % P
    x = x_of(y, 0)
    assert x is not None
    return x, y


def _of_order_eight() -> Point:
    for y in range(2, 100):
        x = x_of(y, 0)
        if x is not None:
            point = times(L, (x, y))
            if times(4, point) != NOTHING:
                return point
    raise AssertionError("an eighth of the points have a part of order eight")


BASE = _base()
SMALL = tuple(times(number, _of_order_eight()) for number in range(8))
"""The eight points of small order, the first of which is nothing."""


def challenge(r: bytes, key: bytes, message: bytes) -> int:
    return int.from_bytes(sha512(r + key + message).digest(), "little") % L


def sign(secret: int, nonce: int, message: bytes, *, key: int, r: int) -> tuple[bytes, bytes]:
    """Return a key and a signature, to which small points of these numbers are added."""
    public = spell(add(times(secret, BASE), SMALL[key]))
    point = spell(add(times(nonce, BASE), SMALL[r]))
    s = (nonce + challenge(point, public, message) * secret) % L
    return public, point + s.to_bytes(32, "little")


def fits_eightfold(public: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether eight times the equation holds: the rule of those who check many at once."""
    key, r = read(public), read(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or r is None or s >= L or key in SMALL or r in SMALL:
        return False
    k = challenge(signature[:32], public, message)
    return times(8 * s, BASE) == times(8, add(r, times(k, key)))
