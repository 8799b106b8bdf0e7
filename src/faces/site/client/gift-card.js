/** The picture of the gift card shows the amount and the name as they are chosen and typed. */
const part = (name) => document.querySelector(`[data-gift="${name}"]`)
const empty = part('recipient')?.textContent

document.addEventListener('input', ({ target }) => {
  const { name, value, labels } = target
  if (name === 'recipient') part('recipient').textContent = value.trim() || empty
  if (name === 'amount' && value) part('sum').textContent = labels[0].textContent.trim()
})
