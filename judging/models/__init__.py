"""The tables of the floor: one parent, ``Record``, with a child for every kind."""

from judging.enums import Kind
from judging.models.floor import Acknowledgement, Attachment, Call, CallStep, TableEvent, TimeExtension
from judging.models.record import EventPolicy, Record
from judging.models.rulings import Appeal, AppealStep, Incident, Infraction, PenaltyEvent, Ruling

CHILDREN: dict[Kind, type[Record]] = {
    Kind.INCIDENT: Incident,
    Kind.RULING: Ruling,
    Kind.INFRACTION: Infraction,
    Kind.PENALTY: PenaltyEvent,
    Kind.EXTENSION: TimeExtension,
    Kind.APPEAL: Appeal,
    Kind.APPEAL_STEP: AppealStep,
    Kind.TABLE: TableEvent,
    Kind.ACKNOWLEDGEMENT: Acknowledgement,
    Kind.ATTACHMENT: Attachment,
    Kind.CALL: Call,
    Kind.CALL_STEP: CallStep,
}
KIND_OF: dict[type[Record], Kind] = {model: kind for kind, model in CHILDREN.items()}

__all__ = [
    "CHILDREN",
    "KIND_OF",
    "Acknowledgement",
    "Appeal",
    "AppealStep",
    "Attachment",
    "Call",
    "CallStep",
    "EventPolicy",
    "Incident",
    "Infraction",
    "PenaltyEvent",
    "Record",
    "Ruling",
    "TableEvent",
    "TimeExtension",
]
