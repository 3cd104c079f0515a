"""Common given and family names; a person's full name is one of each, drawn at random."""

from __future__ import annotations

from typing import Final

GIVEN_NAMES: Final = (
    (
        "Anna", "Maria", "Emma", "Sofia", "Laura", "Lena", "Julia", "Sarah", "Lisa",
        "Katharina", "Marie", "Hannah", "Clara", "Eva", "Elena", "Nina", "Paula", "Charlotte",
        "Johanna", "Amélie", "Petra", "Monika", "Sabine", "Claudia", "Andrea", "Ursula",
        "Helga", "Ingrid", "Renate", "Karin", "Fatma", "Ayşe", "Zeynep", "Elif", "Leila",
        "Amina", "Mariam", "Noor", "Olena", "Irina", "Natalia", "Ewa", "Agnieszka", "Giulia",
        "Francesca", "Carmen", "Lucía", "Inês", "Linh", "Priya",
    ),
    (
        "Peter", "Michael", "Thomas", "Andreas", "Stefan", "Christian", "Martin", "Markus",
        "Daniel", "Alexander", "Lukas", "Jonas", "Leon", "Paul", "Felix", "Maximilian", "Elias",
        "Noah", "Ben", "Jan", "Hans", "Klaus", "Werner", "Günter", "Jürgen", "Dieter",
        "Wolfgang", "Helmut", "Manfred", "Uwe", "Mehmet", "Mustafa", "Ali", "Emre", "Ahmad",
        "Omar", "Yusuf", "Karim", "Andrij", "Dmitri", "Sergej", "Piotr", "Tomasz", "Marco",
        "Giovanni", "José", "Antonio", "João", "Minh", "Rahul",
    ),
)  # fmt: skip
"""By sex: women's, then men's."""

FAMILY_NAMES: Final = (
    "Müller", "Schmidt", "Schneider", "Fischer", "Weber", "Meyer", "Wagner", "Becker", "Schulz",
    "Hoffmann", "Koch", "Bauer", "Richter", "Klein", "Wolf", "Schröder", "Neumann", "Schwarz",
    "Zimmermann", "Braun", "Krüger", "Hofmann", "Hartmann", "Lange", "Werner", "Krause",
    "Lehmann", "Köhler", "Herrmann", "König", "Walter", "Mayer", "Huber", "Kaiser", "Fuchs",
    "Peters", "Lang", "Scholz", "Möller", "Weiß", "Jung", "Hahn", "Vogel", "Keller", "Frank",
    "Berger", "Winkler", "Roth", "Beck", "Lorenz", "Yılmaz", "Kaya", "Demir", "Öztürk",
    "Haddad", "Khalil", "Hassan", "Nowak", "Kowalski", "Wójcik", "Popescu", "Ionescu", "Kovač",
    "Horvat", "Ivanov", "Petrov", "Shevchenko", "Bondarenko", "Rossi", "Russo", "Ferrari",
    "García", "Martínez", "Silva", "Santos", "Papadopoulos", "Nguyen", "Tran", "Patel", "Singh",
    "Wang", "Li",
)  # fmt: skip
