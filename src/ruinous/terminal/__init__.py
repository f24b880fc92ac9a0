"""The game in a terminal, line by line: it works over ssh, through pipes and with screen readers."""
