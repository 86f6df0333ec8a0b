"""Pods: tables of more than two in a Swiss stage (docs/pods.md). Pure; time and chance are arguments."""
