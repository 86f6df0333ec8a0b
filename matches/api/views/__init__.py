"""The views of the API, by subject: validate, call the service, show."""
