"""Messages speak of arguments, not of the command's options."""

from __future__ import annotations

import pytest

from perrin._words import in_python


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("leave them out by --missing drop", 'leave them out by missing="drop"'),
        ("give --missing drop, or impute", 'give missing="drop", or impute'),
        ("a smaller --tolerance, or --sampler nuts", 'a smaller tolerance, or sampler="nuts"'),
        ("--draws must be at least 2, not 1", "draws must be at least 2, not 1"),
        ("use --folds 10.", "use folds=10."),
        ("with --step-size 1e-5", "with step_size=1e-5"),
        ("fit with --group-effects all, then", 'fit with group_effects="all", then'),
        ("try --model poisson", 'try family="poisson"'),
        ("leave --no-intercept out", "leave no_intercept=True out"),
        ('set it by --prior "age=normal(0, 1)"', 'set it by prior="age=normal(0, 1)"'),
        ("leave --sampler out", "leave sampler out"),
        ("give --prior normal(0, 1).", 'give prior="normal(0, 1)".'),
        ("--quantiles is for --type quantile", 'quantiles is for type="quantile"'),
        ("--prior-only: the prior is flat", "prior_only=True: the prior is flat"),
        ('there is no option "--famly"', 'there is no option "--famly"'),
        ("x--draws 2 and --drawsome 3", "x--draws 2 and --drawsome 3"),
        ("give two fits or more: perrin compare FIT FIT", "give two fits or more: perrin.compare(fit, fit)"),
    ],
)
def test_options_are_arguments(said: str, expected: str) -> None:
    assert in_python(said) == expected
