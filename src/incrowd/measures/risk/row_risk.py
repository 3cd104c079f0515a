"""Risk row by row: a row in a class of 3 has 33.3 %; the share of rows above 20 % is the figure."""

import numpy as np

from incrowd.crowd.crowd import Classes
from incrowd.measures.measure import Figures, Measure, Parameter, Question

THRESHOLD = Parameter("threshold", "The risk that a row may have, in percent", 20, 0, 100)


def risk_per_class(classes: Classes) -> Figures:
    """The prosecutor risk, in percent, of each row of each class."""
    return np.asarray(100 / classes.sizes, np.float64)


def row_risk(question: Question) -> float | None:
    """The share of the published rows, in percent, whose risk is above the threshold."""
    classes = question.classes
    if not classes.kept_rows:
        return None
    exposed = (risk_per_class(classes) > THRESHOLD.of(question)) & classes.kept
    return 100 * int(classes.sizes[exposed].sum()) / classes.kept_rows


ROW_RISK = Measure(
    name="row_risk",
    title="Rows at risk",
    explanation="The share of rows whose own risk of being found is above the threshold.",
    citation="El Emam, Guide to the De-Identification of Personal Health Information, CRC Press "
    "2013 (proportion of records above a threshold).",
    family="risk",
    better="lower",
    unit="percent",
    compute=row_risk,
    parameters=(THRESHOLD,),
)
