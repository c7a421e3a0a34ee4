"""What can be wrong with a cluster."""


class ClusterError(Exception):
    """The cluster cannot play; the text says why, and what would be right."""
