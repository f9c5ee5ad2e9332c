// Where there is no app, a page holds its words in every language, `[data-said]` each. What the reader's browser asks for is left,
// else the first; where scripts do not run, all are read. ES5, for browsers that are too old for the app.
(function () {
  var all = document.querySelectorAll<HTMLElement>('[data-said]');
  var wanted = navigator.languages || [navigator.language];
  var said = all[0];
  for (var place = wanted.length - 1; place >= 0; place--) {
    for (var one = 0; one < all.length; one++) if (all[one]!.lang === wanted[place]!.split('-')[0]) said = all[one];
  }
  for (var other = 0; other < all.length; other++) if (all[other] !== said) all[other]!.parentNode!.removeChild(all[other]!);
  var title = said && said.getAttribute('data-title');
  if (!title) return; // the app names its page itself
  document.title = title;
  document.documentElement.lang = said!.lang;
})();
