"""What holds of every game and of everybody who plays it, whoever wrote them."""
