"""A small table of people, and who looks at it."""

from __future__ import annotations

from incrowd.workspace.users import owner

OWNER = owner()
PEOPLE = """name,age,sex,disease,pay
Ana Alvarez,30,f,flu,1000
Bob Bauer,31,f,hiv,2000
Cy Conti,41,m,flu,3000
Di Dupont,42,m,flu,1500
Ed Evans,52,f,cold,
Flo Faure,52,f,flu,2500
"""
