"""The smallest k at which random sampling and k-anonymity are differentially private.

>>> smallest_k(1.0, 1e-6)
74

Li, Qardaji, Su, On sampling, anonymization, and differential privacy, ASIACCS 2012: draw each row
with probability beta, generalise by a scheme that does not depend on the data, remove groups below
k. That is (epsilon, delta)-differentially private for epsilon >= -ln(1 - beta) and

    delta = max over n >= ceil(k / gamma - 1) of P(Binomial(n, beta) > gamma n),
    gamma = (e^epsilon - 1 + beta) / e^epsilon.
"""

from __future__ import annotations

from functools import cache
from math import ceil, exp, expm1, floor, inf, lgamma, log, log1p
from typing import Final

from incrowd.errors import InvalidParameter
from incrowd.language import say

LEAST_EPSILON: Final = 0.01
MOST_EPSILON: Final = 5.0
LEAST_DELTA: Final = 1e-12
_CLOSE: Final = 1e-9
"""So near to a whole number, a product is taken for it, on the side where delta is larger."""


def sampling_rate(epsilon: float) -> float:
    """The largest share of the rows that may be drawn."""
    return -expm1(-epsilon)


def delta_of(k: int, epsilon: float) -> float:
    """The delta that k and epsilon give, when as many rows are drawn as may be."""
    beta, gamma = sampling_rate(epsilon), _gamma(epsilon)
    rate = _divergence(gamma, beta)
    worst, n = 0.0, max(ceil(k / gamma - 1 - _CLOSE), 1)
    while worst < exp(-n * rate):  # no later tail can be larger than that
        worst = max(worst, _tail(n, gamma, beta))
        n += 1
    return worst


@cache
def smallest_k(epsilon: float, delta: float) -> int:
    """The smallest k whose delta is at most the one given."""
    check_budget(epsilon, delta)
    beta, gamma = sampling_rate(epsilon), _gamma(epsilon)
    last = ceil(-log(delta) / _divergence(gamma, beta))
    # the largest group of rows whose share in the sample can give somebody away too often
    exposed = next((n for n in range(last, 0, -1) if _tail(n, gamma, beta) > delta), 0)
    k = max(floor(gamma * (exposed + 1)) - 1, 1)
    while ceil(k / gamma - 1 - _CLOSE) <= exposed:
        k += 1
    return k


def check_budget(epsilon: float, delta: float) -> None:
    """Refuse an epsilon or a delta that is not possible, or says nothing."""
    if not LEAST_EPSILON <= epsilon <= MOST_EPSILON:
        raise InvalidParameter(
            say("epsilon = {epsilon:g} is not possible.", epsilon=epsilon),
            say(
                "Give a number from {low:g} to {high:g}; 1 is common.",
                low=LEAST_EPSILON,
                high=MOST_EPSILON,
            ),
        )
    if not LEAST_DELTA <= delta < 1:
        raise InvalidParameter(
            say("delta = {delta:g} is not possible.", delta=delta),
            say("Give a number far below 1 / rows, such as 0.000001."),
        )


def _gamma(epsilon: float) -> float:
    """The share of a group in the sample beyond which it gives away too much."""
    return -expm1(-2 * epsilon)


def _divergence(gamma: float, beta: float) -> float:
    """How fast tails shrink: P(Binomial(n, beta) > gamma n) <= exp(-n divergence), by Chernoff."""
    return gamma * log(gamma / beta) + (1 - gamma) * (log1p(-gamma) - log1p(-beta))


def _tail(n: int, gamma: float, beta: float) -> float:
    """P(Binomial(n, beta) > gamma n), summed from the first, largest term on."""
    product = gamma * n
    nearest = round(product)
    first = nearest if abs(product - nearest) < _CLOSE else floor(product) + 1
    if first > n:
        return 0.0
    choose = lgamma(n + 1) - lgamma(first + 1) - lgamma(n - first + 1)
    term = exp(max(choose + first * log(beta) + (n - first) * log1p(-beta), -700.0))
    total, odds = term, beta / (1 - beta)
    for j in range(first, n):
        term *= (n - j) / (j + 1) * odds
        total += term
        if term < total * 1e-17:
            break
    return total if total < inf else 1.0
