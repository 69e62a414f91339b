"""What commands show on the terminal: tables and sentences."""
