-- migration: steps

-- step: concurrently
-- Each event about a person asks for the few friendships that a block suspends, which would take a read of all of them.
CREATE INDEX CONCURRENTLY "Friendship_blocked" ON "Friendship" ("userId", "friendId") WHERE blocked;
