/** The screens: choose, review, sent. Each is drawn from the state. */
import { formatDate } from './dates.js'
import { byId, h, replaceContent } from './elements.js'
import { button, days, field, link, notice, pickers, problem, times } from './parts.js'
import { data, isPicked, local, pickedText, requestText, state, t } from './state.js'

export function render(actions) {
  document.documentElement.lang = state.locale
  replaceContent(byId('app'), [header(actions), ...screens[state.screen](actions).filter(Boolean)])
}

const titles = { review: 'reviewTitle', sent: 'sentTitle' }

const header = (actions) =>
  h(
    'header',
    {},
    h(
      'div',
      {},
      h('p', { class: 'quiet' }, data.shop),
      h(
        'h1',
        { id: 'heading', tabindex: '-1' },
        titles[state.screen] ? t(titles[state.screen]) : local(data.title),
      ),
    ),
    button('language', 'text', actions.switchLanguage, t('otherLanguage'), {
      lang: state.locale === 'vi' ? 'en' : 'vi',
    }),
  )

const screens = {
  wait: () => [h('p', { class: 'quiet wait' }, t('loading'))],

  choose: (actions) => [
    pickers(actions),
    hasDays() && days(actions),
    hasDays() && times(actions),
    !(state.canCall && state.time) && problem(actions),
    state.canCall && state.time && contactForm(actions),
    (!state.canCall || state.problem?.retry) && askAssistant(actions),
  ],

  review: (actions) => [
    ticket(
      h(
        'ul',
        {},
        state.preview.read_back.split('; ').map((part) => h('li', {}, part)),
      ),
    ),
    ...remarks(state.preview).map(notice),
    h(
      'div',
      {},
      consent(actions),
      problem(actions),
      mainButton('send', actions.send),
      button('back', 'text', actions.back),
    ),
  ],

  sent: (actions) => {
    const { code, next_step: next, status_url: url, status_label: label } = state.sent
    return [
      ticket(h('p', { class: 'quiet' }, t('code')), h('p', { class: 'code' }, code)),
      h('p', { class: 'lead' }, label ? `${t('status')}: ${label}. ${next ?? ''}` : (next ?? '')),
      state.sent.already_requested && notice(t('sentBefore')),
      state.sent.warnings?.map(notice),
      url && h('p', {}, link(t('statusPage'), url, actions)),
    ].flat()
  },
}

/** Without a service there is nothing to choose from, only a question. */
const hasDays = () => isPicked() && (state.days.length > 0 || !state.problem)

/** Entries about an argument are for the assistant, not for the guest. */
const remarks = ({ added = [], warnings = [] }) =>
  [...added, ...warnings].filter((text) => !text.includes('read_back'))

function ticket(...children) {
  const { date, time, locale } = state
  return h(
    'div',
    { class: 'ticket' },
    h(
      'p',
      { class: 'when' },
      h('b', { class: 'hour' }, time ?? ''),
      h('span', { class: 'lead' }, ` ${date ? formatDate(date, locale) : ''}`),
    ),
    h('p', { class: 'quiet' }, t('vietnamTime')),
    ...children,
  )
}

/** The text ends with the address of the full text. */
function consent(actions) {
  const [, text, label, url] = /^(.*?)(?: ([^.:]+): (https?:\S+))?$/s.exec(
    state.preview.consent_text,
  )
  return [
    h(
      'label',
      { class: 'consent' },
      h('input', {
        type: 'checkbox',
        id: 'agree',
        checked: state.isAgreed,
        onchange: actions.agree,
      }),
      h('span', {}, text),
    ),
    url && h('p', { class: 'quiet' }, link(label, url, actions)),
  ]
}

function contactForm(actions) {
  const { date, time, locale } = state
  return h(
    'div',
    {
      // Enter also ends the input of a word in some keyboards.
      onkeydown({ key, isComposing, target }) {
        if (key === 'Enter' && !isComposing && target.localName === 'input') actions.review()
      },
    },
    h(
      'p',
      { class: 'summary' },
      h('b', {}, time),
      ` ${[formatDate(date, locale), pickedText()].filter(Boolean).join(' · ')}`,
    ),
    field('name', { autocomplete: 'name', maxlength: '80' }),
    field('phone', { autocomplete: 'tel', type: 'tel', inputmode: 'tel', maxlength: '25' }),
    data.hasNote && field('note', { required: false, maxlength: '500' }),
    problem(actions),
    mainButton('review', actions.review),
  )
}

/** A sandboxed frame may not submit forms, so that there is none. */
const mainButton = (id, onclick) =>
  button(id, 'first', onclick, t(id), { 'aria-disabled': String(state.isSending) })

/** For a host that passes on no calls: what the guest can write to the assistant. */
function askAssistant(actions) {
  const hasFailed = state.messageState === 'failed'
  const canSend = actions.canMessage() && !hasFailed
  return h(
    'div',
    { class: 'ask' },
    h('p', {}, t(canSend ? 'askIntro' : hasFailed ? 'messageFailed' : 'copyIntro')),
    h(
      'textarea',
      { id: 'ask-text', readonly: true, rows: '3', 'aria-label': t('askLabel') },
      requestText(),
    ),
    canSend ? button('ask', 'first', actions.ask) : button('copy', 'first', actions.copy),
    state.messageState === 'asked' && h('p', {}, t('asked')),
  )
}
