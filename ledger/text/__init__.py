"""Values as text, in one form each: amounts, times, names near a mistyped one."""
