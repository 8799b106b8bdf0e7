/** The address of a screen without its flash message. */
export const addressWithoutFlash = (address) => {
  const { pathname, searchParams } = new URL(address)
  searchParams.delete('did')
  searchParams.delete('of')
  searchParams.delete('failed')
  searchParams.delete('waitlisted')
  const query = searchParams.toString()
  return query === '' ? pathname : `${pathname}?${query}`
}
