"""The dialect for GoGui and other clients that know Go boards only (PROTOCOL section 5)."""
