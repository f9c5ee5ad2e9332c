"""The wire: what phones send and get, how calls are ordered, how they are recognised."""
