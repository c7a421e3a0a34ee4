"""The proof: one file or folder for each room of the house."""
