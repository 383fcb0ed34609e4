"""What Querent puts into the interpreter of a test script."""
