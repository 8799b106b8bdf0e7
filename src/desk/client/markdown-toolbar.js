/** Buttons that insert Markdown around the selected text or before its lines. Without this script it is typed. */
const marks = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  link: ['[', '](https://)'],
}
const prefixes = { heading: '## ', list: '- ' }

const surround = (field, [before, after]) => {
  const { selectionStart: start, selectionEnd: end, value } = field
  field.setRangeText(before + value.slice(start, end) + after, start, end, 'end')
  // Without a selection, what is typed next belongs between the marks.
  if (start === end) field.setSelectionRange(start + before.length, start + before.length)
}

const startLines = (field, prefix) => {
  const { selectionStart, selectionEnd, value } = field
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const lines = value.slice(start, selectionEnd).split('\n')
  field.setRangeText(lines.map((line) => prefix + line).join('\n'), start, selectionEnd, 'end')
}

addEventListener('click', ({ target }) => {
  const { mark } = target.dataset ?? {}
  const field = mark && document.getElementById(target.closest('[data-for]').dataset.for)
  if (!field) return
  if (marks[mark]) surround(field, marks[mark])
  else startLines(field, prefixes[mark])
  field.focus()
  field.dispatchEvent(new Event('input', { bubbles: true }))
})
for (const toolbar of document.querySelectorAll('.text-toolbar')) toolbar.hidden = false
