"""The client, hand-written once: `_sync` is made from this package."""
