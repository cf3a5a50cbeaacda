/** Names of the platform that a page took for its own, as `var` and `function` in old scripts do. */
function Event(name) {
  this.name = name;
}
function CustomEvent() {
  throw new Error('not that kind of event');
}
function Node() {}
function Element() {}
function Option() {}
var URL = '/api/v1';
var Text = 'text';
var Range = 3;
var Request = {};
var Response = {};
var Headers = ['Name', 'Price'];
var History = [];
var Plugin = {};
var open = 'a variable of the page';
var stop = 'a variable of the page';
var name = 'a variable of the page';
var status = 'a variable of the page';
