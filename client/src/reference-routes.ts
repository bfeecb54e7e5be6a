/** The routes of reference data in the settings: ports, countries, currencies, picklists. */
import { NAME_LISTS } from "#client/lib/name-lists.ts"
import { recordRoutes } from "#client/record-routes.ts"

import type { RouteEntry } from "./routes.tsx"

/** What the screen of a port shows besides the record. */
const portNeeds = (service: string) => ({
  below: `${service}?page=1&pageSize=25&sort=name&filter=parentId:eq:{id}`,
  mapsKey: "/iam/api/v1/auth/fetch-google-map-key",
})

/** What upgrades changed about a record that came with the program. */
const original = (service: string) => ({ original: `${service}/{id}/original` })

/** What the latest upgrade changed about the list. */
const UPGRADE = { upgrade: "/master/api/v1/latest-upgrade" }

export const referenceRoutes: readonly RouteEntry[] = [
  ...recordRoutes({
    service: "/master/api/v1/country",
    list: {
      id: "countries",
      more: UPGRADE,
      path: "countries",
      title: "Countries",
      module: () => import("#client/routes/countries.tsx"),
    },
    record: {
      id: "country",
      more: original("/master/api/v1/country"),
      title: "Country",
      module: () => import("#client/routes/country.tsx"),
    },
    create: "New country",
  }),
  ...recordRoutes({
    service: "/master/api/v1/currency-list",
    list: {
      id: "currencies",
      more: UPGRADE,
      path: "currencies",
      title: "Currencies",
      module: () => import("#client/routes/currencies.tsx"),
    },
    record: {
      id: "currency",
      more: original("/master/api/v1/currency-list"),
      title: "Currency",
      module: () => import("#client/routes/currency.tsx"),
    },
    create: "New currency",
  }),
  ...recordRoutes({
    service: "/master/api/v1/airport",
    list: {
      id: "airports",
      more: UPGRADE,
      path: "airport",
      title: "Airports",
      module: () => import("#client/routes/airports.tsx"),
    },
    record: {
      id: "airport",
      title: "Airport",
      more: { ...portNeeds("/master/api/v1/airport"), ...original("/master/api/v1/airport") },
      module: () => import("#client/routes/airport.tsx"),
    },
    create: "New airport",
  }),
  ...recordRoutes({
    service: "/master/api/v1/oceanport",
    list: {
      id: "ocean-ports",
      more: UPGRADE,
      path: "oceanport",
      title: "Ocean ports",
      module: () => import("#client/routes/ocean-ports.tsx"),
    },
    record: {
      id: "ocean-port",
      title: "Ocean port",
      more: { ...portNeeds("/master/api/v1/oceanport"), ...original("/master/api/v1/oceanport") },
      module: () => import("#client/routes/ocean-port.tsx"),
    },
    create: "New ocean port",
  }),
  ...recordRoutes({
    service: "/master/api/v1/receivinglocation",
    list: {
      id: "receiving-locations",
      path: "receivinglocation",
      title: "Receiving locations",
      module: () => import("#client/routes/receiving-locations.tsx"),
    },
    record: {
      id: "receiving-location",
      title: "Receiving location",
      more: portNeeds("/master/api/v1/receivinglocation"),
      module: () => import("#client/routes/receiving-location.tsx"),
    },
    create: "New receiving location",
  }),
  ...recordRoutes({
    service: "/master/api/v1/dropdown",
    asks: "enabled=any",
    list: {
      id: "picklist-values",
      path: "picklist/values",
      title: "Picklist values",
      more: { picklists: NAME_LISTS.picklists, ...UPGRADE },
      module: () => import("#client/routes/picklist-values.tsx"),
    },
    record: {
      id: "picklist-value",
      more: original("/master/api/v1/dropdown"),
      title: "Picklist value",
      named: "label",
      module: () => import("#client/routes/picklist-value.tsx"),
    },
    create: "New value",
  }),
  {
    id: "picklist-order",
    path: "picklist/order/:code",
    auth: "required",
    title: "Picklist order",
    needs: {
      values: "/master/api/v1/dropdown?group={code}&sort=sortOrder,label",
      picklists: NAME_LISTS.picklists,
    },
    module: () => import("#client/routes/picklist-order.tsx"),
  },
  ...recordRoutes({
    service: "/master/api/v1/dropdown-groups",
    list: {
      id: "picklists",
      more: UPGRADE,
      path: "picklist",
      title: "Picklists",
      module: () => import("#client/routes/picklists.tsx"),
    },
    record: {
      id: "picklist",
      more: original("/master/api/v1/dropdown-groups"),
      title: "Picklist",
      module: () => import("#client/routes/picklist.tsx"),
    },
    create: "New picklist",
  }),
]
