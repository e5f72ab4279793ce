// Errors and notes of the server in the language of the page. Errors have the form
// "found X, expected Y"; what is said of X and Y is translated where it is known,
// and stays English where it is not.

import { t } from "./catalogue";

/** A message without the place that it begins with: the page shows that itself. */
export function withoutPlace(message: string): string {
  return message.replace(/^[^\s:]*(:\d+){0,2}: /, "");
}

export function refusalWords(message: string): string {
  const m = /^found (.*), expected (.*?)$/s.exec(withoutPlace(message));
  return m ? t().foundExpected(phrase(m[1]!), phrase(m[2]!)) : phrase(withoutPlace(message));
}

function phrase(text: string): string {
  for (const [pattern, words] of t().inputPhrases) {
    if (pattern.test(text)) return text.replace(pattern, words);
  }
  return text;
}
