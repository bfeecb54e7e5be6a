/** What esbuild makes of files that are not scripts. */
declare module "*.css"
declare module "*.svg" {
  const url: string
  // oxlint-disable-next-line import/no-default-export -- esbuild's `file` loader exports the address as the default
  export default url
}
