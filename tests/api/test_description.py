"""The OpenAPI file: up to date, complete, and the server keeps to it whatever is sent."""

from __future__ import annotations

import json
import warnings
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from api.live_server import upload
from incrowd.api.openapi import FILE, document, main

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

EXAMPLES = scaled(13)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
DESCRIPTION = json.loads((Path(__file__).parents[2] / FILE).read_text("utf-8"))
"""As it is written down: making it anew would take seconds whenever tests are collected."""
OPERATIONS = [
    (method, path)
    for path, item in DESCRIPTION["paths"].items()
    for method in item
    if not path.endswith("/events")
]


@cache
def schema() -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_dict(DESCRIPTION)


@pytest.mark.slow
def test_the_file_is_up_to_date():
    assert main(["--check"]) == 0


@pytest.mark.slow
def test_writing_and_checking_the_file(tmp_path, capsys):
    file = tmp_path / "openapi.json"
    assert main(["--check"], file) == 1
    assert "out of date" in capsys.readouterr().err
    assert main([], file) == 0
    assert main(["--check"], file) == 0
    file.write_text("{}")
    assert main(["--check"], file) == 1


@pytest.mark.slow
def test_every_operation_is_named_and_tells_its_errors():
    told = json.loads(document())
    names = []
    for path, item in told["paths"].items():
        assert path.startswith("/api/v1/")
        for operation in item.values():
            names.append(operation["operationId"])
            assert operation["description"]
            assert operation["security"]
            answers = operation["responses"]
            assert {"400", "401", "403"} <= set(answers)
            assert "422" not in answers
            for status, answer in answers.items():
                if status >= "400":
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorReport"}
    assert len(set(names)) == len(names)
    assert "HTTPValidationError" not in told["components"]["schemas"]
    with_examples = [
        name for name, one in told["components"]["schemas"].items() if "examples" in one
    ]
    assert {"ErrorReport", "RiskQuestion", "GeneralizeDecision"} <= set(with_examples)


@pytest.fixture(scope="module")
def described(server):
    """A data set with a decision in a running server."""
    with server.client() as client:
        dataset = upload(client)
        client.post(f"/datasets/{dataset}/decisions", json={"kind": "suppress", "k": 2})
    return dataset


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_whatever_is_sent_the_server_keeps_to_its_description(
    server, described, method, path, mode
):
    operation = schema()[path][method]
    known = {"dataset_id": described, "attribute": "age", "decision_id": "d1"}
    kept = method == "delete" and path.endswith("{dataset_id}")

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
    def send(case, real):
        if real and not kept:  # an address of something that is there
            case.path_parameters.update(
                {name: known[name] for name in case.path_parameters if name in known}
            )
        answer = case.call(base_url=server.url, headers={"Authorization": f"Bearer {server.token}"})
        case.validate_response(answer, checks=CHECKS)

    send()
