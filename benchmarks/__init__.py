"""Speed, for machines at rest; no part of the timed test run."""
