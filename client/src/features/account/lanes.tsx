interface Port {
  code: string
  x: number
  y: number
  /** Where the code stands, seen from the mark. */
  text: keyof typeof places
}

const ports: readonly Port[] = [
  { code: "NLRTM", x: 36, y: 64, text: "above" },
  { code: "ESALG", x: 136, y: 64, text: "above" },
  { code: "EGPSD", x: 216, y: 144, text: "under" },
  { code: "AEJEA", x: 300, y: 144, text: "above" },
  { code: "LKCMB", x: 364, y: 208, text: "beside" },
  { code: "SGSIN", x: 364, y: 304, text: "beside" },
  { code: "USNYC", x: 36, y: 224, text: "below" },
  { code: "TRIST", x: 296, y: 64, text: "above" },
  { code: "ZADUR", x: 132, y: 304, text: "below" },
]

const places = {
  above: { dx: 0, dy: -16, anchor: "middle" },
  below: { dx: 0, dy: 27, anchor: "middle" },
  beside: { dx: 16, dy: 5, anchor: "start" },
  under: { dx: 4, dy: 26, anchor: "start" },
} as const

/** Shipping lanes drawn like the lines of a city; decoration only. */
export function Lanes() {
  return (
    <svg aria-hidden="true" className="ac-lanes" fill="none" viewBox="0 0 440 344">
      <g className="ac-lanes-side" strokeLinejoin="round" strokeWidth="5">
        <path d="M36 224h100l160-160h400" />
        <path d="M132 304h136l96-96 240-240" />
      </g>
      <path
        className="ac-lanes-main"
        d="M36 64h100l80 80h84l64 64v96"
        strokeLinejoin="round"
        strokeWidth="5"
      />
      {ports.map(({ code, x, y, text }) => (
        <g key={code}>
          <circle className="ac-lanes-port" cx={x} cy={y} r="6.5" strokeWidth="3.5" />
          <text textAnchor={places[text].anchor} x={x + places[text].dx} y={y + places[text].dy}>
            {code}
          </text>
        </g>
      ))}
    </svg>
  )
}
