-- Behind a policy `like` uses no trigram index (decision 019), and no function searches volumes: their list is filtered by the
-- indexes of the business.
drop index volumes_search;
