"""The addresses of walls."""

from django.urls import URLPattern, path

from matches.walls.views import desk, page

BASE = "e/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{BASE}wall/", page.wall, name="wall"),
    path(f"{BASE}wall/<int:number>/", page.wall, name="wall_numbered"),
    path(f"{BASE}desk/walls/", desk.walls, name="desk_walls"),
    path(f"{BASE}desk/walls/new/", desk.wall_new, name="desk_wall_new"),
    path(f"{BASE}desk/walls/<int:number>/", desk.wall_edit, name="desk_wall"),
    path(f"{BASE}desk/walls/<int:number>/remove/", desk.wall_remove, name="desk_wall_remove"),
]
