"""Repeat on other data what was decided: `GET` and `POST /api/v1/datasets/{id}/recipe`."""

from typing import Final

from fastapi import APIRouter
from starlette.responses import Response

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.recipes import RecipeRequest
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.view import DatasetView, view
from incrowd.service.exports import recipes
from incrowd.workspace.users import Right

router = APIRouter(
    prefix="/datasets/{dataset_id}/recipe", route_class=ResultRoute, responses=documented(404)
)

_RECIPE: Final = {
    "description": "The recipe, as `incrowd anonymize --recipe` writes it",
    "content": {"application/json": {"schema": {"type": "object"}}},
}


@router.get("", responses={200: _RECIPE}, response_class=Response)
def get_recipe(dataset_id: str, server: Server, user: Asker) -> Response:
    """What is needed to repeat on other data what was decided here; it holds no row.

    It holds the values of hierarchies: keep it with the data, and do not publish it.
    """
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        text = recipes.current_recipe(opened).to_text()
    name = {"Content-Disposition": 'attachment; filename="recipe.json"'}
    return Response(text, media_type="application/json", headers=name)


@router.post("/preview")
def preview_recipe(
    dataset_id: str, request: RecipeRequest, server: Server, user: Asker
) -> recipes.RecipeTrial:
    """What a recipe would do here; an error where what it promises does not hold."""
    with server.sessions.open(user, dataset_id) as opened:
        return recipes.try_recipe(opened, recipes.parse_recipe(request.recipe))


@router.post("", responses=documented(404, 409))
def apply_recipe(
    dataset_id: str, request: RecipeRequest, server: Server, user: Asker
) -> DatasetView:
    """Take the decisions of a recipe; refused where what it promises does not hold."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        recipes.adopt_recipe(opened, recipes.parse_recipe(request.recipe), request.revision)
        return view(opened, user)
