/** The closed sets of words of a contact, each with what it is called. */
import { msg } from "#client/lib/words.ts"

export const KINDS = [
  { value: "person", label: msg("Person") },
  { value: "organisation", label: msg("Organisation") },
] as const

export const ROLES = [
  { value: "shipper", label: msg("Shipper") },
  { value: "consignee", label: msg("Consignee") },
  { value: "notify", label: msg("Notify party") },
  { value: "carrier", label: msg("Carrier") },
  { value: "forwarder", label: msg("Forwarder") },
  { value: "broker", label: msg("Customs broker") },
  { value: "trucker", label: msg("Trucker") },
  { value: "warehouse", label: msg("Warehouse") },
  { value: "supplier", label: msg("Supplier") },
  { value: "customer", label: msg("Customer") },
  { value: "authority", label: msg("Authority") },
] as const

export const PLACES = [
  { value: "work", label: msg("Work") },
  { value: "home", label: msg("Home") },
  { value: "mobile", label: msg("Mobile") },
  { value: "billing", label: msg("Billing") },
  { value: "delivery", label: msg("Delivery") },
  { value: "other", label: msg("Other") },
] as const

export const PURPOSES = [
  { value: "docs", label: msg("Documents") },
  { value: "invoice", label: msg("Invoices") },
  { value: "tracking", label: msg("Tracking") },
  { value: "urgent", label: msg("Urgent") },
] as const

/** Fields of which a merge keeps one value. */
export const MERGED_FIELDS = [
  { name: "displayName", label: msg("Display name") },
  { name: "salutation", label: msg("Salutation") },
  { name: "firstName", label: msg("First name") },
  { name: "lastName", label: msg("Last name") },
  { name: "organisationId", label: msg("Organisation"), shown: "organisationName" },
  { name: "jobTitle", label: msg("Job title") },
  { name: "department", label: msg("Department") },
  { name: "website", label: msg("Website") },
  { name: "scac", label: msg("SCAC") },
  { name: "language", label: msg("Language") },
  { name: "timezone", label: msg("Time zone") },
  { name: "ownerId", label: msg("Owner"), shown: "ownerName" },
] as const
