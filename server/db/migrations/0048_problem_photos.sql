-- Photos of what was wrong with goods that came; kept as long as the problem, which is for ever.
create table reported_problem_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  problem_id bigint not null,
  image_id bigint not null,
  unique (problem_id, image_id),
  foreign key (business_id, problem_id) references reported_problems (business_id, id),
  foreign key (business_id, image_id) references images (business_id, id)
);
create index on reported_problem_images (business_id, image_id);
call tenant_table('reported_problem_images', 'select, insert');
