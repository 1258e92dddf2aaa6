"""Two public data sets as routing problems: their intents grouped into domains, each with a description."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.routebook.model import OUT_OF_SCOPE
from fingerpost.types import Example

CLINC150 = {
    "banking": "Bank accounts: balance, transfers, bills, deposits, fraud, interest, PIN, checks, blocked or frozen.",
    "credit_cards": "Credit cards: limit, score, rewards, lost, damaged, declined or new cards, yearly rate, fees.",
    "kitchen": "Food and eating out: recipes, ingredients, calories, cooking times, restaurants and their tables.",
    "home": "Household lists, orders, music, reminders, calendar, to-do lists and devices in the house.",
    "car": "Driving and getting about: traffic, directions, petrol, tyres, oil, maintenance, rides.",
    "travel": "Trips: flights, hotels, luggage, visas, vaccines, rental cars, plugs, time zones, exchange, languages.",
    "utility": "Small services of a phone: alarm, timer, time, date, weather, sums, spelling, calls, texts, dice.",
    "work": "The job: pay, taxes, days off, meetings, insurance, pension, direct deposit.",
    "small_talk": "Talk with the assistant: greetings, thanks, jokes, and questions about who it is.",
    "meta": "How the assistant behaves: its voice, volume, language, name, settings; yes, no, maybe, cancel, repeat.",
}
_CLINC150 = {
    "banking": (
        "account_blocked balance bill_balance bill_due freeze_account interest_rate min_payment order_checks pay_bill "
        "pin_change report_fraud routing spending_history transactions transfer"
    ),
    "credit_cards": (
        "application_status apr card_declined credit_limit credit_limit_change credit_score damaged_card "
        "expiration_date improve_credit_score international_fees new_card redeem_rewards replacement_card_duration "
        "report_lost_card rewards_balance"
    ),
    "kitchen": (
        "accept_reservations calories cancel_reservation confirm_reservation cook_time food_last how_busy "
        "ingredient_substitution ingredients_list meal_suggestion nutrition_info recipe restaurant_reservation "
        "restaurant_reviews restaurant_suggestion"
    ),
    "home": (
        "calendar calendar_update next_song order order_status play_music reminder reminder_update shopping_list "
        "shopping_list_update smart_home todo_list todo_list_update update_playlist what_song"
    ),
    "car": (
        "current_location directions distance gas gas_type jump_start last_maintenance mpg oil_change_how "
        "oil_change_when schedule_maintenance tire_change tire_pressure traffic uber"
    ),
    "travel": (
        "book_flight book_hotel car_rental carry_on exchange_rate flight_status international_visa lost_luggage "
        "plug_type timezone translate travel_alert travel_notification travel_suggestion vaccines"
    ),
    "utility": (
        "alarm calculator date definition find_phone flip_coin make_call measurement_conversion roll_dice "
        "share_location spelling text time timer weather"
    ),
    "work": (
        "direct_deposit income insurance insurance_change meeting_schedule next_holiday payday "
        "pto_balance pto_request pto_request_status pto_used rollover_401k schedule_meeting taxes w2"
    ),
    "small_talk": (
        "are_you_a_bot do_you_have_pets fun_fact goodbye greeting how_old_are_you meaning_of_life tell_joke thank_you "
        "what_are_your_hobbies what_can_i_ask_you what_is_your_name where_are_you_from who_do_you_work_for who_made_you"
    ),
    "meta": (
        "cancel change_accent change_ai_name change_language change_speed change_user_name change_volume maybe no "
        "repeat reset_settings sync_device user_name whisper_mode yes"
    ),
}
HWU64 = {
    "alarm": "Setting, asking about and removing alarms.",
    "audio": "The volume: louder, quieter, mute.",
    "calendar": "Events and appointments: put in, look up, remove.",
    "cooking": "Recipes and how to cook.",
    "datetime": "What time or day it is, and in other places.",
    "email": "Mail: read, look up, send; contacts and their details.",
    "general": "Talk with the assistant: yes, no, stop, repeat, praise, jokes, whatever else people say to it.",
    "iot": "Devices of the house: lights, sockets, vacuum cleaner, coffee machine.",
    "lists": "Lists: make, add to, read, remove from.",
    "music": "What is playing, what one likes, settings of the player; not playing something.",
    "news": "News and what happens in the world.",
    "play": "Play something: music, radio, podcast, audiobook, a game.",
    "qa": "Questions of fact: definitions, sums, people, currencies, shares.",
    "recommendation": "What to do or see: events, places, films.",
    "social": "Social networks: post something, what is new there.",
    "takeaway": "Food that is delivered: order it, ask about the order.",
    "transport": "Trains, taxis, tickets, traffic, the way somewhere.",
    "weather": "The weather, now and later.",
}
_DOMAIN = {intent: domain for domain, intents in _CLINC150.items() for intent in intents.split()}


def of_clinc150(rows: Sequence[Example]) -> list[Example]:
    """Return rows with their domain for a label, without those that belong to none."""
    return [Example(row.text, _DOMAIN[row.route]) for row in rows if row.route != OUT_OF_SCOPE]


def of_hwu64(rows: Sequence[Example]) -> list[Example]:
    """Return rows with their domain for a label, which is what an intent begins with."""
    return [Example(row.text, row.route.partition("_")[0]) for row in rows]
