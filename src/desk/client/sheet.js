/** Opens the sheets of a screen in place: a link with data-sheet replaces the sheet and keeps the page as it is. */

const show = async (address) => {
  const response = await fetch(address, { headers: { accept: 'text/html' } })
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  const [current, fresh] = [document, next].map((one) => one.getElementById('sheet'))
  if (!response.ok || !current || !fresh) throw new Error(`no sheet at ${address}`)
  const dock = next.querySelector('.tn-dock')
  if (dock) document.querySelector('.tn-dock')?.replaceWith(dock)
  current.replaceWith(fresh)
  fresh.querySelector('#sheet-title')?.focus({ preventScroll: true })
}

addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-sheet]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  const { href } = link
  show(href)
    .then(() => history.pushState(null, '', href))
    // Without a connection the browser itself says so.
    .catch(() => location.assign(href))
})

addEventListener('popstate', () => {
  if (document.getElementById('sheet')) show(location.href).catch(() => location.reload())
})

addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') document.querySelector('#sheet .tn-close')?.click()
})
