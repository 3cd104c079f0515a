"""Tables that stay where they are: engines beyond this process, one file each."""
