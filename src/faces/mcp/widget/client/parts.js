/** The parts of the screens. */
import { addMonths, formatDate, formatMonth, partOfDay, shortWeekday, thisMonth } from './dates.js'
import { h } from './elements.js'
import { data, local, pickedChoice, possibleChoices, state, t } from './state.js'

export const button = (id, kind, onclick, text = t(id), more = {}) =>
  h('button', { type: 'button', class: kind, id, onclick, ...more }, text)

export const pickers = (actions) =>
  h(
    'div',
    { class: 'pickers' },
    data.shown.length > 0 && h('p', { class: 'subject lead' }, state.subject || '\u00a0'),
    data.pickers.map((picker, index) =>
      h(
        'label',
        { class: 'field' },
        h('span', {}, local(picker.label)),
        h(
          'select',
          { id: `pick-${index}`, onchange: ({ target }) => actions.pick(index, target.value) },
          !pickedChoice(index) &&
            h('option', { value: '', selected: true, disabled: true }, t('choose')),
          possibleChoices(index).map(({ choice, at }) =>
            h('option', { value: at, selected: state.picks[index] === at }, local(choice.text)),
          ),
        ),
      ),
    ),
  )

export function days(actions) {
  const { month, locale } = state
  const turn = (id, sign, count, isOff) =>
    button(id, 'turn', () => actions.openMonth(addMonths(month, count)), sign, {
      ...{ 'aria-label': t(id), disabled: isOff },
    })
  return h(
    'section',
    { class: 'days' },
    h(
      'div',
      { class: 'bar' },
      h('h2', { id: 'month' }, month ? formatMonth(month, locale) : t('day')),
      state.canCall && [
        turn('earlierMonth', '‹', -1, !month || month <= thisMonth()),
        turn('laterMonth', '›', 1, !month || state.isLastMonth),
      ],
    ),
    h(
      'div',
      { class: 'strip', id: 'strip', role: 'radiogroup', 'aria-labelledby': 'month' },
      state.days.map((day) => dayChip(day, actions)),
    ),
    state.monthReason && h('p', { class: 'quiet' }, state.monthReason),
  )
}

function dayChip({ date, count, why }, actions) {
  const { locale } = state
  const isFree = count > 0
  const reason = why === 'closed' || why === 'off' ? t('closed') : t('full')
  const label = formatDate(date, locale) + (isFree ? '' : `, ${reason}`)
  return h(
    'label',
    { class: 'day' },
    h('input', {
      ...{ type: 'radio', name: 'day', id: `day-${date}`, value: date, 'aria-label': label },
      ...{ checked: state.date === date, disabled: !isFree },
      onchange: () => actions.openDay(date),
    }),
    h('span', {}, shortWeekday(date, locale)),
    h('b', {}, String(Number(date.slice(8)))),
    h('small', {}, isFree ? '' : reason),
  )
}

export function times(actions) {
  const { date, locale } = state
  const parts = [...Map.groupBy(state.times, partOfDay)]
  return h(
    'section',
    { class: 'times', 'aria-busy': String(state.isLoading) },
    h('h2', { id: 'times' }, date ? formatDate(date, locale) : t('time')),
    h('p', { class: 'quiet' }, t('vietnamTime')),
    h(
      'div',
      { role: 'radiogroup', 'aria-labelledby': 'times' },
      parts.map(([part, list]) => [
        h('p', { class: 'part' }, t(part)),
        h(
          'div',
          { class: 'grid' },
          list.map((time) => timeChip(time, actions)),
        ),
      ]),
    ),
    state.dayReason && h('p', {}, state.dayReason),
    state.nextDates.length > 0 && [
      h('p', {}, t('nextDates')),
      suggestions(
        state.nextDates.map((next) => ({ date: next })),
        actions,
      ),
    ],
  )
}

const timeChip = (time, actions) =>
  h(
    'label',
    { class: 'time' },
    h('input', {
      ...{ type: 'radio', name: 'time', id: `time-${time}`, value: time },
      checked: state.time === time,
      onchange: () => actions.chooseTime(time),
    }),
    h('span', {}, time),
  )

/** Buttons that choose another day, time, area or person. */
const suggestions = (choices, actions) =>
  h(
    'div',
    { class: 'suggestions' },
    choices.map((choice) => {
      const { date, time } = choice
      const day = date && formatDate(date, state.locale)
      const text = choice.text ?? [time, day].filter(Boolean).join(' · ')
      return text !== '' && button(undefined, 'second', () => actions.take(choice), text)
    }),
  )

/** What went wrong, with the choices that the guest has now. */
export function problem(actions) {
  const { problem: shown } = state
  if (!shown) return false
  return h(
    'div',
    { class: 'notice bad', role: 'alert', id: 'problem' },
    h('p', {}, shown.text),
    shown.choices?.length > 0 && suggestions(shown.choices, actions),
    shown.retry && button('retry', 'second', shown.retry),
  )
}

export const field = (name, properties) =>
  h(
    'label',
    { class: 'field' },
    h('span', {}, t(name)),
    h('input', {
      ...{ id: name, name, value: state[name], required: true },
      ...properties,
      ...(state.problem?.field === name && {
        'aria-invalid': 'true',
        'aria-describedby': 'problem',
      }),
      oninput: ({ target }) => {
        state[name] = target.value
      },
    }),
  )

export const notice = (text) => h('div', { class: 'notice' }, h('p', {}, text))

/** A link that the host opens, or its address as text. */
export const link = (text, url, actions) =>
  actions.canOpenLinks()
    ? h(
        'a',
        {
          href: url,
          onclick: (event) => {
            event.preventDefault()
            actions.openLink(url)
          },
        },
        text,
      )
    : h('span', {}, `${text}: ${url}`)
