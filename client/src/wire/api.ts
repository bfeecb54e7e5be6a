export interface paths {
    "/iam/api/v1/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Registers a company and its first user, who becomes its administrator. */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iam/api/v1/auth/fetch-config-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The key of the analytics service. */
        get: operations["fetch_config_key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iam/api/v1/auth/fetch-google-map-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The key of the maps service. */
        get: operations["fetch_google_map_key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iam/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Signs in the holder of the identity provider's ID token. */
        get: operations["sign_in"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iam/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the session and clears what the browser keeps. */
        post: operations["sign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iam/api/v1/auth/token-refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Renews the session token, which may have expired while the session lives. */
        get: operations["refresh_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iam/api/v1/companies/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many of each the own company has or sees. */
        get: operations["get_company_overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iam/api/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The roles of the own company. */
        get: operations["list_roles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iam/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The users of the own company. */
        get: operations["list_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iam/api/v1/users-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user that a session token, or the identity provider's ID token, stands for.
         * @description It comes as the only row of a list; the list is empty when registration was not finished.
         */
        get: operations["fetch_users_by_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iam/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A user of the own company. */
        get: operations["get_user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was done in the own company, the latest first. */
        get: operations["list_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/master/api/v1/country": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Countries, by name. */
        get: operations["list_countries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/master/api/v1/currency-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Currencies, by code. */
        get: operations["list_currencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/master/api/v1/dropdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Values of picklists, group by group in the order of the group. */
        get: operations["list_picklist_values"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/master/api/v1/dropdown-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Picklists, by name. */
        get: operations["list_picklist_groups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/master/api/v1/timezone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Time zones, by name, with what their clocks say now. */
        get: operations["list_timezones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/master/api/v1/timezone-utc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Offsets from UTC with the zones whose clocks keep them now, from west to east. */
        get: operations["list_utc_offsets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        AccountSetup: "pending" | "done";
        /** @enum {string} */
        AccountType: "trial" | "standard" | "enterprise";
        /** @enum {string} */
        Action: "view" | "create" | "edit" | "delete" | "restore" | "export" | "import" | "bulkEdit" | "deactivate" | "merge" | "assign" | "suspend" | "manage" | "publish" | "send" | "run" | "share" | "schedule" | "destroy";
        /** @enum {string} */
        ActorType: "user" | "system" | "import" | "api" | "support";
        /** @description A postal address. */
        Address: {
            /** @description City. */
            city: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
            /** @description Up to four lines. */
            lines: string[];
            /** @description Postal code. */
            postal: string;
            /** @description State, province or region. */
            subdivision: string;
        };
        /** @description Who acted, as they were called then. */
        AuditActor: {
            /** @description Mail address. */
            emailId: string;
            /**
             * Format: uuid
             * @description The user, when it was one.
             */
            id: string | null;
            /** @description Name. */
            name: string;
            /** @description What kind of actor. */
            type: components["schemas"]["ActorType"];
        };
        /** @description One field before and after. */
        AuditChange: {
            /** @description Whether the values are left out because they are secret. */
            masked: boolean;
            /** @description The value after; null when there is none. */
            new: unknown;
            /** @description The value before; null when there was none. */
            old: unknown;
            /** @description JSON pointer into the entity. */
            path: string;
        };
        /** @description What it was done to, as it was called then. */
        AuditEntity: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its name. */
            label: string;
            /**
             * @description Kind of the entity.
             * @example user
             */
            type: string;
        };
        /** @description Something that was done. */
        AuditEntry: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /**
             * @description What was done.
             * @example user.signIn
             */
            action: string;
            /** @description Who did it. */
            actor: components["schemas"]["AuditActor"];
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            /** @description What differs after it. */
            changes: components["schemas"]["AuditChange"][];
            /** @description To what. */
            entity: components["schemas"]["AuditEntity"];
            /** @description Why it was denied, or the reason that the actor gave. */
            reason: string | null;
            /** @description How it went. */
            result: components["schemas"]["AuditResult"];
        };
        AuditList: {
            /** @description The rows of this page. */
            data: components["schemas"]["AuditEntry"][];
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Rows per page; of a whole list, all of them.
             */
            pageSize: number;
            /**
             * Format: int64
             * @description Rows on all pages.
             */
            total: number;
        };
        /** @enum {string} */
        AuditResult: "ok" | "denied" | "failed";
        /** @description A company, specification section 3. */
        Company: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /** @description Whether its data are complete. */
            account_setup: components["schemas"]["AccountSetup"];
            /** @description Its kind of contract. */
            account_type: components["schemas"]["AccountType"];
            address: components["schemas"]["Address"] | null;
            /** @description What it does. */
            company_type: components["schemas"]["CompanyType"];
            /** @description ISO 4217; money is shown in it. */
            currency: string;
            /** @description Whether it agreed to receive campaigns. */
            is_subscribed_for_campaign: boolean;
            /** @description Its name. */
            name: string;
            /** @description ISO 3166-1 alpha-2. */
            operating_country: string;
            /** @description E.164. */
            phone: string | null;
            /** @description BCP 47; the language its staff begin with. */
            prefered_language: string;
            /** @description Codes of the products it has. */
            products: string[];
            /** @description A short form of the name. */
            short_name: string | null;
            subscripedPlan: components["schemas"]["SubscribedPlan"] | null;
            /** @description IANA zone; the company's days begin in it. */
            timezone: string;
            /** @description Whether all its staff must use a second factor. */
            twoFactorAuth: boolean;
        };
        /** @description How many of each the company has or sees. */
        CompanyOverview: {
            /**
             * Format: int64
             * @description Countries.
             */
            countries: number;
            /**
             * Format: int64
             * @description Currencies.
             */
            currencies: number;
            /**
             * Format: int64
             * @description Picklist values that pickers offer.
             */
            picklistValues: number;
            /**
             * Format: int64
             * @description Its roles.
             */
            roles: number;
            /**
             * Format: int64
             * @description Time zones.
             */
            timezones: number;
            /**
             * Format: int64
             * @description Its users.
             */
            users: number;
        };
        /** @description The overview of a company. */
        CompanyOverviewResponse: {
            data: components["schemas"]["CompanyOverview"];
        };
        /** @enum {string} */
        CompanyType: "forwarder" | "carrier" | "customsBroker" | "nvocc" | "warehouse" | "shipper" | "other";
        /** @description The key of the analytics service. */
        ConfigKey: {
            /** @description Empty when the operator has none. */
            pendoKey: string;
        };
        /** @description The key of the analytics service. */
        ConfigKeyResponse: {
            data: components["schemas"]["ConfigKey"];
        };
        /** @description A country. */
        Country: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /** @description Other English names. */
            aliases: string[];
            /**
             * @description ISO 3166-1 alpha-2.
             * @example NL
             */
            alpha2: string;
            /**
             * @description ISO 3166-1 alpha-3.
             * @example NLD
             */
            alpha3: string;
            /** @description Its customs union. */
            customsUnion: components["schemas"]["CustomsUnion"];
            /** @description ISO 4217 code of the currency to propose. */
            defaultCurrency: string | null;
            /**
             * @description Calling code; in a shared numbering plan with the country's own digits after a dash.
             * @example +1-268
             */
            dialCode: string | null;
            /** @description Whether pickers offer it. */
            enabled: boolean;
            /** @description Whether pickers offer it first. */
            favourite: boolean;
            /** @description Whether the company has adapted it. */
            isLocalOverride: boolean;
            /** @description Whether its codes are outside ISO 3166-1. */
            isUserAssigned: boolean;
            /** @description English name. */
            name: string;
            /**
             * @description ISO 3166-1 numeric, three digits.
             * @example 528
             */
            numeric: string;
            /** @description What a postal code is called there. */
            postalLabel: string | null;
            /** @description Regular expression of postal codes. */
            postalPattern: string | null;
            /** @description IANA names of its zones, the one to propose first. */
            timezones: string[];
            /**
             * Format: int32
             * @description One step per write.
             */
            version: number;
            /**
             * Format: int32
             * @description Day on which the week begins: 1 is Monday, 7 Sunday.
             */
            weekStart: number;
        };
        CountryList: {
            /** @description The rows of this page. */
            data: components["schemas"]["Country"][];
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Rows per page; of a whole list, all of them.
             */
            pageSize: number;
            /**
             * Format: int64
             * @description Rows on all pages.
             */
            total: number;
        };
        /** @description A currency. */
        Currency: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /** @description Smallest amount in cash, a decimal number. */
            cashRounding: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            code: string;
            /** @description Alpha-2 codes of the countries that use it. */
            countries: string[];
            /** @description Whether pickers offer it. */
            enabled: boolean;
            /**
             * Format: int32
             * @description Digits after the point by ISO 4217; null for special codes that have no minor unit.
             */
            exponent: number | null;
            /** @description Whether pickers offer it first. */
            favourite: boolean;
            /** @description Whether it is the company's own currency; true of exactly one. */
            isBase: boolean;
            /** @description Whether the company has adapted it. */
            isLocalOverride: boolean;
            /** @description English name. */
            name: string;
            /**
             * @description ISO 4217 number, three digits.
             * @example 978
             */
            numeric: string;
            /** @description What it is good for. */
            status: components["schemas"]["CurrencyStatus"];
            /** @description Code of the successor. */
            supersededBy: string | null;
            /** @description Empty when there is none and the code is printed. */
            symbol: string;
            /**
             * Format: int32
             * @description One step per write.
             */
            version: number;
        };
        CurrencyList: {
            /** @description The rows of this page. */
            data: components["schemas"]["Currency"][];
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Rows per page; of a whole list, all of them.
             */
            pageSize: number;
            /**
             * Format: int64
             * @description Rows on all pages.
             */
            total: number;
        };
        /** @enum {string} */
        CurrencyStatus: "active" | "superseded" | "fund" | "special";
        /** @description The user that a token stands for, specification section 3: with company, products and roles. */
        CurrentUser: components["schemas"]["Profile"] & {
            /** @description Its company. */
            company: components["schemas"]["Company"];
            /**
             * Format: uuid
             * @description Id of its company.
             */
            companyId: string;
            /** @description Whether the company's subscription has ended. */
            isExpired: boolean;
            /** @description Codes of the products it may use. */
            products: string[];
            /** @description Its roles, ordered by name. */
            roles: components["schemas"]["RoleLabel"][];
        };
        CurrentUserList: {
            /** @description The rows of this page. */
            data: components["schemas"]["CurrentUser"][];
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Rows per page; of a whole list, all of them.
             */
            pageSize: number;
            /**
             * Format: int64
             * @description Rows on all pages.
             */
            total: number;
        };
        /** @enum {string} */
        CustomsUnion: "eu" | "eaeu" | "gcc" | "mercosur" | "sacu" | "none";
        /** @enum {string} */
        DateFormat: "auto" | "ymd" | "dmy" | "mdy";
        /** @enum {string} */
        Density: "comfortable" | "compact";
        /** @description A field at fault. */
        FieldProblem: {
            /** @description What is wrong with it, as a sentence beside the field. */
            detail: string;
            /**
             * @description Where it is: a JSON pointer (RFC 6901) into the body, or `?name` for a query parameter.
             * @example /companyName
             */
            pointer: string;
        };
        /** @description The key of the maps service. */
        GoogleMapKey: {
            /** @description Empty when the operator has none. */
            googleMapKey: string;
        };
        /** @description The key of the maps service. */
        GoogleMapKeyResponse: {
            data: components["schemas"]["GoogleMapKey"];
        };
        /** @description A session that has begun, and whose it is. */
        Login: {
            /** @description The company. */
            company: components["schemas"]["Company"];
            /** @description Mail address. */
            emailId: string;
            /** @description Whether the company's subscription has ended. */
            isExpired: boolean;
            /** @description The session token, also in the cookie `token`. */
            jwt: string;
            /** @description Codes of the products that the user may use. */
            products: string[];
            /** @description Whether a second factor is still to be given; there is no session then. */
            twoFactorAuth: boolean;
            /** @description The user. */
            user: components["schemas"]["Profile"];
        };
        /** @description The answer to registration and sign-in. */
        LoginResponse: {
            data: components["schemas"]["Login"];
        };
        /** @description A company and its first user about to be registered. */
        NewRegistration: {
            /** @description Name of the company. */
            companyName: string;
            /** @description First name of the user. */
            firstName: string;
            /** @description Last name of the user. */
            lastName?: string;
            /**
             * @description ISO 3166-1 alpha-2 code of the country in which the company works.
             * @example NL
             */
            operatingCountry: string;
        };
        /** @description A picklist. */
        PicklistGroup: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /** @description Whether companies may add values. */
            allowCustom: boolean;
            /**
             * @description Its code, which fields name.
             * @example incoterm
             */
            code: string;
            /** @description What it is for. */
            description: string;
            /** @description Whether it came with the product and cannot be removed. */
            isSystem: boolean;
            /**
             * @description The part of the product that needs it.
             * @example home
             */
            module: string;
            /** @description Whether a field takes several values. */
            multiSelect: boolean;
            /** @description Its name. */
            name: string;
            /** @description How it is ordered. */
            sort: components["schemas"]["PicklistSort"];
            /**
             * Format: int32
             * @description One step per write.
             */
            version: number;
        };
        PicklistGroupList: {
            /** @description The rows of this page. */
            data: components["schemas"]["PicklistGroup"][];
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Rows per page; of a whole list, all of them.
             */
            pageSize: number;
            /**
             * Format: int64
             * @description Rows on all pages.
             */
            total: number;
        };
        /** @enum {string} */
        PicklistSort: "manual" | "alpha" | "usage";
        /** @description A value of a picklist. */
        PicklistValue: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /**
             * @description Its code, which records hold.
             * @example FOB
             */
            code: string;
            /** @description A palette token. */
            color: string | null;
            /** @description More about it. */
            description: string | null;
            /** @description Whether pickers offer it. */
            enabled: boolean;
            /**
             * @description Code of its picklist.
             * @example incoterm
             */
            group: string;
            /** @description Whether an empty field begins with it. */
            isDefault: boolean;
            /** @description Whether the company has adapted it. */
            isLocalOverride: boolean;
            /** @description Whether it came with the product and cannot be removed. */
            isSystem: boolean;
            /**
             * @description What is shown.
             * @example Free on Board
             */
            label: string;
            /**
             * Format: int32
             * @description Its place in a picklist that is ordered by hand.
             */
            sortOrder: number;
            standard: components["schemas"]["StandardCode"] | null;
            /**
             * Format: int32
             * @description One step per write.
             */
            version: number;
        };
        PicklistValueList: {
            /** @description The rows of this page. */
            data: components["schemas"]["PicklistValue"][];
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Rows per page; of a whole list, all of them.
             */
            pageSize: number;
            /**
             * Format: int64
             * @description Rows on all pages.
             */
            total: number;
        };
        /** @description `application/problem+json`, RFC 9457. */
        Problem: {
            /** @description What happened here, for a person. */
            detail: string;
            /** @description All fields at fault; absent when the problem is none of the fields'. */
            errors?: components["schemas"]["FieldProblem"][];
            /** @description The request's id, to be named to the support. */
            instance?: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description The kind in words; the same for all problems of the kind. */
            title: string;
            /**
             * @description What kind of problem it is; stable, relative to the origin.
             * @example /problems/invalid
             */
            type: string;
        };
        /** @description The signed-in user with its own settings. */
        Profile: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /** @description Order of day, month and year. */
            dateFormat: components["schemas"]["DateFormat"];
            /** @description How close rows stand. */
            density: components["schemas"]["Density"];
            /** @description Where in the company the user works. */
            department: string | null;
            /** @description Lower-cased mail address. */
            emailId: string;
            /** @description Whether the identity provider has seen the address verified. */
            emailVerified: boolean;
            /** @description First name. */
            firstName: string;
            /** @description What the user's job is called. */
            jobTitle: string | null;
            /** @description BCP 47. */
            language: string;
            /** @description Last name; may be empty. */
            lastName: string;
            /** @description First and last name. */
            name: string;
            /** @description E.164. */
            phone: string | null;
            /** @description Colours of the screen. */
            theme: components["schemas"]["Theme"];
            /** @description Hours of the day. */
            timeFormat: components["schemas"]["TimeFormat"];
            /** @description IANA zone. */
            timezone: string;
            /** @description Whether it signs in with a second factor. */
            twoFactorAuth: boolean;
        };
        /** @enum {string} */
        Resource: "dashboard" | "subscription" | "notification" | "profile" | "company" | "user" | "role" | "group" | "port.airport" | "port.oceanport" | "port.receivinglocation" | "country" | "currency" | "picklist" | "contact" | "contactTag" | "template" | "mail" | "report" | "audit" | "issue" | "file";
        /** @description A role. */
        Role: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /** @description Its code, unique in the company. */
            code: string;
            /** @description A palette token. */
            color: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description What it is for. */
            description: string;
            /** @description Whether it can be given to a user. */
            isAssignable: boolean;
            /** @description Whether a new user gets it; true of exactly one. */
            isDefault: boolean;
            /**
             * Format: int64
             * @description How many users hold it.
             */
            memberCount: number;
            /** @description Its name, unique in the company. */
            name: string;
            /** @description What it allows. */
            permissions: components["schemas"]["RolePermission"][];
            /** @description Whether it came with the product. */
            type: components["schemas"]["RoleType"];
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /**
             * Format: int32
             * @description One step per write.
             */
            version: number;
        };
        /** @description A role by its name. */
        RoleLabel: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /** @description A palette token. */
            color: string;
            /** @description Its name. */
            name: string;
        };
        RoleList: {
            /** @description The rows of this page. */
            data: components["schemas"]["Role"][];
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Rows per page; of a whole list, all of them.
             */
            pageSize: number;
            /**
             * Format: int64
             * @description Rows on all pages.
             */
            total: number;
        };
        /** @description Actions on a resource, within a scope. */
        RolePermission: {
            /** @description What. */
            actions: components["schemas"]["Action"][];
            /** @description On what. */
            resource: components["schemas"]["Resource"];
            /** @description How far. */
            scope: components["schemas"]["Scope"];
        };
        /** @enum {string} */
        RoleType: "system" | "custom";
        /** @enum {string} */
        Scope: "own" | "office" | "company";
        /** @description Who is signed in, and what that allows: the `session` of a document's input. */
        SessionView: {
            /** @description The company. */
            company: components["schemas"]["Company"];
            /** @description Whether the company's subscription has ended. */
            isExpired: boolean;
            /** @description Whether the operator named the user as one of its own. */
            isSuperAdmin: boolean;
            /**
             * @description Rights as `resource:action`; the server checks them again.
             * @example [
             *       "user:view",
             *       "user:create"
             *     ]
             */
            permissions: string[];
            /** @description Codes of the products that the user may use. */
            products: string[];
            /** @description How the user signed in. */
            signInMethod: components["schemas"]["SignInMethod"];
            /**
             * Format: int32
             * @description How many notifications are new.
             */
            unread: number;
            /** @description The user. */
            user: components["schemas"]["Profile"];
        };
        /** @enum {string} */
        SignInMethod: "sdk" | "form";
        /** @description A code in a published list. */
        StandardCode: {
            /**
             * @description The code there.
             * @example CT
             */
            code: string;
            /**
             * @description The list.
             * @example UNECE Rec 21
             */
            list: string;
        };
        /** @description A subscription. */
        SubscribedPlan: {
            /**
             * Format: date
             * @description The last day on which it can be used, in the company's zone; none when it does not end.
             */
            expiryDate: string | null;
            /** @description Its name. */
            name: string;
        };
        /** @enum {string} */
        Theme: "system" | "light" | "dark";
        /** @enum {string} */
        TimeFormat: "24" | "12";
        /** @description A time zone. */
        Timezone: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /**
             * @description What its time is called now.
             * @example CET
             */
            abbreviation: string;
            /** @description Other IANA names of it. */
            aliases: string[];
            /** @description Alpha-2 codes of the countries that keep it. */
            countries: string[];
            /**
             * @description Its canonical IANA name.
             * @example Europe/Amsterdam
             */
            id: string;
            /**
             * @description The place it is named for.
             * @example Amsterdam
             */
            label: string;
            /**
             * @description What its clocks are ahead of UTC now.
             * @example +01:00
             */
            offset: string;
            /**
             * Format: int32
             * @description The same in minutes.
             * @example 60
             */
            offsetMinutes: number;
        };
        TimezoneList: {
            /** @description The rows of this page. */
            data: components["schemas"]["Timezone"][];
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Rows per page; of a whole list, all of them.
             */
            pageSize: number;
            /**
             * Format: int64
             * @description Rows on all pages.
             */
            total: number;
        };
        /** @description A session token. */
        Token: {
            /** @description The session token, also in the cookie `token`. */
            jwt: string;
        };
        /** @description A renewed token. */
        TokenResponse: {
            data: components["schemas"]["Token"];
        };
        /** @description A user, as colleagues of the same company see it. */
        User: {
            /**
             * Format: uuid
             * @description Its id.
             */
            _id: string;
            /**
             * Format: uuid
             * @description Id of its company.
             */
            companyId: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Where in the company the user works. */
            department: string | null;
            /** @description Lower-cased mail address. */
            emailId: string;
            /** @description Whether the identity provider has seen the address verified. */
            emailVerified: boolean;
            /** @description First name. */
            firstName: string;
            /** @description What the user's job is called. */
            jobTitle: string | null;
            /** @description BCP 47. */
            language: string;
            /**
             * Format: date-time
             * @description When it last signed in.
             */
            lastLoginAt: string | null;
            /** @description Last name; may be empty. */
            lastName: string;
            /** @description First and last name. */
            name: string;
            /**
             * Format: uuid
             * @description Id of its office.
             */
            officeId: string;
            /** @description E.164. */
            phone: string | null;
            /** @description Codes of the products it may use. */
            products: string[];
            /** @description Its roles, ordered by name. */
            roles: components["schemas"]["RoleLabel"][];
            /** @description Where it stands. */
            status: components["schemas"]["UserStatus"];
            /** @description Why it is suspended. */
            statusReason: string | null;
            /** @description IANA zone. */
            timezone: string;
            /** @description Whether it signs in with a second factor. */
            twoFactorAuth: boolean;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /**
             * Format: int32
             * @description One step per write; also the `ETag` of a single read.
             */
            version: number;
        };
        UserList: {
            /** @description The rows of this page. */
            data: components["schemas"]["User"][];
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Rows per page; of a whole list, all of them.
             */
            pageSize: number;
            /**
             * Format: int64
             * @description Rows on all pages.
             */
            total: number;
        };
        /** @description A user. */
        UserResponse: {
            data: components["schemas"]["User"];
        };
        /** @enum {string} */
        UserStatus: "invited" | "active" | "suspended" | "deactivated";
        /** @description The zones whose clocks agree now. */
        UtcOffset: {
            /**
             * @description The offset with its name.
             * @example UTC+01:00
             */
            label: string;
            /**
             * @description What their clocks are ahead of UTC.
             * @example +01:00
             */
            offset: string;
            /**
             * Format: int32
             * @description The same in minutes.
             * @example 60
             */
            offsetMinutes: number;
            /** @description IANA names of the zones, in order. */
            timezones: string[];
        };
        UtcOffsetList: {
            /** @description The rows of this page. */
            data: components["schemas"]["UtcOffset"][];
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Rows per page; of a whole list, all of them.
             */
            pageSize: number;
            /**
             * Format: int64
             * @description Rows on all pages.
             */
            total: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRegistration"];
            };
        };
        responses: {
            /** @description Registered and signed in */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
            /** @description The ID token was refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The identity is registered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is no JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Fields at fault */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fetch_config_key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, or an empty text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigKeyResponse"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fetch_google_map_key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, or an empty text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoogleMapKeyResponse"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
            /** @description The ID token was refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The account was suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Registration was not finished */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sign_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out, or nobody was signed in */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    refresh_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Renewed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_company_overview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyOverviewResponse"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_roles: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Reference data without it come whole. */
                page?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /** @description Words that must all occur; case and diacritics do not matter. */
                search?: string;
                /**
                 * @description Names of fields, separated by commas; a minus before one turns its order round.
                 * @example -name
                 */
                sort?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of roles, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleList"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter is at fault. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_users: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Reference data without it come whole. */
                page?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /** @description Words that must all occur; case and diacritics do not matter. */
                search?: string;
                /**
                 * @description Names of fields, separated by commas; a minus before one turns its order round.
                 * @example -name
                 */
                sort?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter is at fault. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fetch_users_by_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One user or none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserList"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    /** @description Its version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The company has no such user */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_audit: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Reference data without it come whole. */
                page?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /** @description Words that must all occur; case and diacritics do not matter. */
                search?: string;
                /**
                 * @description Names of fields, separated by commas; a minus before one turns its order round.
                 * @example -name
                 */
                sort?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter is at fault. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_countries: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Reference data without it come whole. */
                page?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /** @description Words that must all occur; case and diacritics do not matter. */
                search?: string;
                /**
                 * @description Names of fields, separated by commas; a minus before one turns its order round.
                 * @example -name
                 */
                sort?: string;
                /** @description `true`, `false` or `any`, the default */
                enabled?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Countries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountryList"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter is at fault. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_currencies: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Reference data without it come whole. */
                page?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /** @description Words that must all occur; case and diacritics do not matter. */
                search?: string;
                /**
                 * @description Names of fields, separated by commas; a minus before one turns its order round.
                 * @example -name
                 */
                sort?: string;
                /** @description `true`, `false` or `any`, the default */
                enabled?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Currencies */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrencyList"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter is at fault. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_picklist_values: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Reference data without it come whole. */
                page?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /** @description Words that must all occur; case and diacritics do not matter. */
                search?: string;
                /**
                 * @description Names of fields, separated by commas; a minus before one turns its order round.
                 * @example -name
                 */
                sort?: string;
                /**
                 * @description Only picklists of this part of the product
                 * @example home
                 */
                module?: string;
                /**
                 * @description Only this picklist
                 * @example incoterm
                 */
                group?: string;
                /** @description `true`, the default, `false` or `any` */
                enabled?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Picklist values */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PicklistValueList"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter is at fault. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_picklist_groups: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Reference data without it come whole. */
                page?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /** @description Words that must all occur; case and diacritics do not matter. */
                search?: string;
                /**
                 * @description Names of fields, separated by commas; a minus before one turns its order round.
                 * @example -name
                 */
                sort?: string;
                /**
                 * @description Only picklists of this part of the product
                 * @example home
                 */
                module?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Picklists */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PicklistGroupList"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter is at fault. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_timezones: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Reference data without it come whole. */
                page?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /** @description Words that must all occur; case and diacritics do not matter. */
                search?: string;
                /**
                 * @description Names of fields, separated by commas; a minus before one turns its order round.
                 * @example -name
                 */
                sort?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Time zones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimezoneList"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter is at fault. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_utc_offsets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Offsets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UtcOffsetList"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The right is missing, the account was suspended, or the subscription has ended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong on the server. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
