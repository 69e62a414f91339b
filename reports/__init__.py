"""Figures and pages made from what experiments stored."""
