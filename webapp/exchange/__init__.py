"""What comes in and goes out as files: rosters and schedules, score sheets, tables, calendars."""
