/** Lists by which ids are read as names: a route declares one as a need, and lookups take the names from it. */
export const NAME_LISTS = {
  roles: "/iam/api/v1/roles?page=1&pageSize=100&sort=name",
  people: "/iam/api/v1/users?page=1&pageSize=100&sort=name",
  offices: "/iam/api/v1/companies/offices?page=1&pageSize=100&sort=name",
  tags: "/contact/api/v1/contact-tags?page=1&pageSize=100&sort=name",
  folders: "/drive/api/v1/filesystem/file?filter=isFolder:eq:true&sort=name&limit=200",
  picklists: "/master/api/v1/dropdown-groups?page=1&pageSize=100&sort=name",
} as const
