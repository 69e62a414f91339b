"""Boards, replays and transcripts of Switch & Signal."""
