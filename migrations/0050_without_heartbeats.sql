-- Measured how far replicas lagged; everything is read from one server now.
DROP TABLE heartbeats;
