"""The models of judging: the parent ``Record``, with a child model for every kind of record."""

from judging.enums import RecordKind
from judging.models.broadcast import FeaturedMatch, Frame, StreamKey
from judging.models.floor import Acknowledgement, Attachment, Call, CallStep, TableEvent, TimeExtension
from judging.models.notices import JudgeNotice
from judging.models.record import EventPolicy, Record, UnloggedEntry
from judging.models.rulings import Appeal, AppealStep, Incident, Infraction, PenaltyEvent, Ruling
from judging.models.turns import FindingMark, TurnRecord, TurnStep
from judging.models.zones import JudgePost, Shift, Zone

CHILDREN: dict[RecordKind, type[Record]] = {
    RecordKind.INCIDENT: Incident,
    RecordKind.RULING: Ruling,
    RecordKind.INFRACTION: Infraction,
    RecordKind.PENALTY: PenaltyEvent,
    RecordKind.EXTENSION: TimeExtension,
    RecordKind.APPEAL: Appeal,
    RecordKind.APPEAL_STEP: AppealStep,
    RecordKind.TABLE: TableEvent,
    RecordKind.ACKNOWLEDGEMENT: Acknowledgement,
    RecordKind.ATTACHMENT: Attachment,
    RecordKind.CALL: Call,
    RecordKind.CALL_STEP: CallStep,
}
KIND_OF: dict[type[Record], RecordKind] = {model: kind for kind, model in CHILDREN.items()}

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
    "FeaturedMatch",
    "FindingMark",
    "Frame",
    "Incident",
    "Infraction",
    "JudgeNotice",
    "JudgePost",
    "PenaltyEvent",
    "Record",
    "Ruling",
    "Shift",
    "StreamKey",
    "TableEvent",
    "TimeExtension",
    "TurnRecord",
    "TurnStep",
    "UnloggedEntry",
    "Zone",
]
