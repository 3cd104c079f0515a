"""AnonymityPal's two hospitals, each safe alone, and releases with ranges and masks."""

from __future__ import annotations

from typing import Any

HOSPITAL_A = (
    "ZipCode,Age,MaritalStatus,HealthCondition\n"
    "130**,20-30,Single,Cardiovascular\n130**,20-30,Married,HIV\n"
    "130**,20-30,Single,Diabetes\n130**,20-30,Married,Diabetes\n"
    "150**,40-50,Married,Broken Arm\n150**,40-50,Single,Diabetes\n"
    "150**,40-50,Single,Broken Arm\n"
)
HOSPITAL_B = (
    "ZipCode,Nationality,Gender,HealthCondition\n"
    "130**,European,Male,Cancer\n130**,European,Male,Diabetes\n"
    "130**,European,Male,Cardiovascular\n150**,European,Female,Broken Arm\n"
    "150**,American,Female,HIV\n150**,American,Female,Diabetes\n"
)
RANGES = (
    "postcode,LowerAge,UpperAge,disease\n"
    "1301*,22,32,flu\n1301*,22,32,hiv\n1302*,31,40,flu\n1502*,31,40,cold\n1502*,20,30,cold\n"
)
"""Ages are two columns, postcodes are masked by one digit."""


def question(*datasets: str, **more: Any) -> dict[str, Any]:
    """The two hospitals, joined on their zip codes."""
    on = [{"left": "1.ZipCode", "right": "2.ZipCode"}]
    return {"datasets": list(datasets), "on": on, "sensitive": ["HealthCondition"], **more}
