/** The routes beside the settings: contacts, audit, files, issues, reports. A part of the one list in `routes.tsx`. */
import { NAME_LISTS } from "#client/lib/name-lists.ts"

import { listNeeds, recordNeeds, recordRoutes } from "./record-routes.ts"
import type { RouteEntry } from "./routes.tsx"

const FILES = "/drive/api/v1/filesystem/file"

const ISSUES = "/iam/api/v1/issue/tracker"
const REPORTS = "/report/api/v1/reportSketch"

export const workRoutes: readonly RouteEntry[] = [
  {
    id: "audit",
    path: "audit",
    auth: "required",
    title: "Audit history",
    needs: {
      trail: "/log/api/v1/audit?limit=50{&search,filter*,after}",
      people: NAME_LISTS.people,
    },
    module: () => import("#client/routes/audit.tsx"),
  },
  {
    id: "audit-check",
    path: "audit/check",
    auth: "required",
    title: "Verify the audit history",
    needs: { chain: "/log/api/v1/audit/verify" },
    module: () => import("#client/routes/audit-check.tsx"),
  },
  {
    id: "audit-record",
    path: "audit/:type/:id",
    auth: "required",
    title: "Record history",
    needs: {
      trail: "/log/api/v1/audit-history?entityType={type}&entityId={id}&limit=50{&after}",
    },
    module: () => import("#client/routes/audit-record.tsx"),
  },
  ...recordRoutes({
    service: "/contact/api/v1/contacts",
    list: {
      id: "contacts",
      path: "contacts",
      title: "Contacts",
      module: () => import("#client/routes/contacts.tsx"),
    },
    record: {
      id: "contact",
      title: "Contact",
      named: "displayName",
      more: { related: "/contact/api/v1/contacts/{id}/related", tags: NAME_LISTS.tags },
      module: () => import("#client/routes/contact.tsx"),
    },
    create: "New contact",
  }),
  ...recordRoutes({
    service: "/contact/api/v1/contact-tags",
    list: {
      id: "contact-tags",
      path: "contacts/tags",
      title: "Contact tags",
      module: () => import("#client/routes/contact-tags.tsx"),
    },
    record: {
      id: "contact-tag",
      title: "Contact tag",
      module: () => import("#client/routes/contact-tag.tsx"),
    },
    create: "New tag",
  }),
  {
    id: "files",
    path: "files",
    auth: "required",
    title: "Files",
    needs: {
      folders: `${FILES}?filter=folderId:eq:&filter=isFolder:eq:true&sort=name&limit=200`,
      files: `${FILES}?filter=folderId:eq:&filter=isFile:eq:true&limit=100{&sort,after}`,
    },
    module: () => import("#client/routes/files.tsx"),
  },
  {
    id: "folder",
    path: "files/folders/:folder",
    auth: "required",
    title: "Files",
    needs: {
      folder: `${FILES}/{folder}`,
      folders: `${FILES}?filter=folderId:eq:{folder}&filter=isFolder:eq:true&sort=name&limit=200`,
      files: `${FILES}?filter=folderId:eq:{folder}&filter=isFile:eq:true&limit=100{&sort,after}`,
      tree: NAME_LISTS.folders,
    },
    module: () => import("#client/routes/folder.tsx"),
  },
  {
    id: "all-files",
    path: "files/all",
    auth: "required",
    title: "All files",
    needs: listNeeds(FILES),
    module: () => import("#client/routes/all-files.tsx"),
  },
  {
    id: "file",
    path: "files/:id",
    auth: "required",
    title: "File",
    named: "name",
    needs: { ...recordNeeds(FILES), people: NAME_LISTS.people, folders: NAME_LISTS.folders },
    module: () => import("#client/routes/file.tsx"),
  },
  ...recordRoutes({
    service: ISSUES,
    list: {
      id: "issues",
      path: "issues",
      title: "Issues",
      module: () => import("#client/routes/issues.tsx"),
    },
    record: {
      id: "issue",
      title: "Issue",
      named: "title",
      more: { comments: `${ISSUES}/{id}/comments`, people: NAME_LISTS.people },
      module: () => import("#client/routes/issue.tsx"),
    },
    create: "New issue",
  }),
  {
    id: "reports",
    path: "reports",
    auth: "required",
    title: "Reports",
    needs: listNeeds(REPORTS),
    module: () => import("#client/routes/reports.tsx"),
  },
  {
    id: "new-report",
    file: "edit-report",
    path: "reports/create",
    auth: "required",
    title: "New report",
    needs: { datasets: `${REPORTS}/datasets` },
    module: () => import("#client/routes/edit-report.tsx"),
  },
  {
    id: "report",
    path: "reports/:id",
    auth: "required",
    title: "Report",
    named: "name",
    needs: { ...recordNeeds(REPORTS), result: `${REPORTS}/{id}/result` },
    runs: `${REPORTS}/{id}/run`,
    module: () => import("#client/routes/report.tsx"),
  },
  {
    id: "edit-report",
    path: "reports/:id/edit",
    auth: "required",
    title: "Report",
    named: "name",
    needs: { ...recordNeeds(REPORTS), datasets: `${REPORTS}/datasets` },
    module: () => import("#client/routes/edit-report.tsx"),
  },
]
