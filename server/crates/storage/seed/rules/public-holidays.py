"""Public holidays of every country as JSON, for `holidays.mjs`: `python3 public-holidays.py FIRST LAST CODE...`.

Of a holiday, its day, its English name where the package has one, and its own name where Spanish or Arabic is the language
of the country, for Waybill speaks these. Days that a state or a province alone keeps are left out.
"""

import json
import sys

import holidays

SPOKEN = {"ar", "es"}


def of_country(code, first, last):
    known = type(holidays.country_holidays(code))
    years = range(first, last + 1)

    def named(language):
        return holidays.country_holidays(code, years=years, language=language)

    english = named("en_US" if "en_US" in known.supported_languages else None)
    own_language = (known.default_language or "")[:2]
    own = named(known.default_language) if own_language in SPOKEN else {}
    days = [[day.isoformat(), name, own.get(day, "")] for day, name in sorted(english.items())]
    return {"weekend": sorted(english.weekend), "ownLanguage": own_language if own else "", "days": days}


first, last = int(sys.argv[1]), int(sys.argv[2])
json.dump({code: of_country(code, first, last) for code in sys.argv[3:]}, sys.stdout)
