export type Question = {
  id: string
  question: string
  /** Paragraphs. */
  answer: string[]
  /** Where to read on. */
  link?: { to: string; label: string }
}

/** The questions people ask most; also what search engines are told. */
export const QUESTIONS: Question[] = [
  {
    id: 'safe',
    question: 'Is it safe to use this password generator?',
    answer: [
      'Yes. Your password is made by your own browser, with its cryptographic random source, the kind that also makes the keys of secure connections. It is not sent to us, not stored and not logged, so there is nothing on our side that could leak.',
      'You can check this yourself: open the developer tools of your browser, look at the network panel and generate a few passwords. What leaves the page says that a password was generated, never which one.',
    ],
    link: { to: '/privacy', label: 'Every request these pages make' },
  },
  {
    id: 'strength',
    question: 'How is password strength measured?',
    answer: [
      'For generated passwords the meter looks at the length, at how many kinds of character there are, and at the entropy: the length times the logarithm of the number of possible characters, counted in bits. Each bit doubles the work of someone who has to try all possibilities. The standard setting, 16 characters of all four kinds, gives about 103 bits; at a trillion guesses per second an attacker would need more than a hundred billion years on average.',
      'The password checker works differently, because it can’t know how a typed password was made. It tests six criteria, such as at least 12 characters and no common pattern, and adds up the points. That tells you about the form of a password. It can’t tell whether somebody else has used it before.',
    ],
    link: { to: '/security-tips#our-checker', label: 'Where the checker falls short' },
  },
  {
    id: 'banking',
    question: 'Can I use these passwords for online banking?',
    answer: [
      'Yes, and for banking it is most worth it. Take the longest password that your bank allows, use it nowhere else, and turn on the bank’s second factor.',
      'Some banks still refuse certain symbols or long passwords. Then switch symbols off and make up for it with length, or set the length to the bank’s maximum. And open your bank by its address or its app, never by a link in a message: a strong password is no help once it is typed on a fake page.',
    ],
  },
  {
    id: 'unique',
    question: 'Do I need a unique password for every account?',
    answer: [
      'Yes. When one site is broken into, the stolen passwords are tried on many others, automatically and soon. However strong a password is, if you use it twice, one leak opens two accounts.',
      'A unique password for each account keeps a leak to the one site where it happened. If that is too much for one day, begin with your email account, because the others can be reset through it.',
    ],
  },
  {
    id: 'length',
    question: 'What length should my password have?',
    answer: [
      'At least 15 characters where a password is all that protects the account. That is what the U.S. National Institute of Standards and Technology (NIST) requires of sites today. With a second factor, 8 is the lowest that it allows.',
      'The generator starts at 16 and goes up to 64. If a password manager types for you, 20 or more costs you nothing. Going below 12 is worth it only where a site leaves you no choice.',
    ],
    link: { to: '/security-tips#length', label: 'Why length comes first' },
  },
  {
    id: 'symbols',
    question: 'Do I need symbols in my password?',
    answer: [
      'Only if the site insists. Symbols add a little to each character, length adds more: 18 random letters and digits are harder to guess than 16 random characters with symbols.',
      'Leave symbols on where they are accepted. Where they cause trouble, on a television remote or in an old form, switch them off and add two characters.',
    ],
  },
  {
    id: 'offline',
    question: 'Does the generator work offline?',
    answer: [
      'Yes. After your first visit your browser keeps the generator and the password checker, so both open and work completely without a network. You can also install the site as an app.',
      'Generating and checking never need a server. Offline, even the anonymous counts are not sent; they are dropped.',
    ],
  },
  {
    id: 'manager',
    question: 'Should I use a password manager?',
    answer: [
      'Yes. Long, random, different passwords are too many to remember, and a manager remembers them, fills them in, and does so only on the right site. The one in your browser or phone is a good start.',
      'This site is not a password manager: it makes passwords and forgets them when you close the page. Save a new password in your manager before you close the tab, because we can’t bring it back.',
    ],
    link: { to: '/security-tips#managers', label: 'More about managers' },
  },
]
